/** Waits until the next picture is made, or hardly at all where none is. */
export const nextFrame = (then: () => void) => {
  if (document.hidden) setTimeout(then)
  else requestAnimationFrame(then)
}
