package bridge

// FamilyOf is familyOf, for the test that every tool has one.
func FamilyOf(name string) string { return familyOf(name) }
