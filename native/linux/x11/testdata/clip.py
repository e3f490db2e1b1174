# An ordinary GTK 3 program with a clipboard: "own KIND" keeps content until killed, "read" prints what it got.
import hashlib, sys
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GdkPixbuf, Gtk

board = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
if sys.argv[1] == "read":
    text = board.wait_for_text()
    print("nothing" if text is None else "%d %s" % (len(text), hashlib.sha256(text.encode()).hexdigest()), flush=True)
    sys.exit(0)
if sys.argv[2] == "text":
    board.set_text(sys.argv[3], -1)
elif sys.argv[2] == "long":
    board.set_text("grün " * int(sys.argv[3]), -1)
elif sys.argv[2] == "image":
    side = int(sys.argv[3])
    picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, side, side)
    picture.fill(0x336699FF)
    board.set_image(picture)
print("ready", flush=True)
Gtk.main()
