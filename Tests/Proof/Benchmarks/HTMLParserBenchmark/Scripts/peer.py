"""The Python side of the benchmark: unpacks the pages, and measures lexbor through selectolax.

peer.py prepare CORPUS OUT COUNT   writes OUT/whole/*.html and OUT/bare/*.html (script, style and svg cut out); COUNT 0 is all pages
peer.py measure OUT                for each line "whole" or "bare" read, parses that folder once and prints the CPU seconds
"""
import glob, gzip, hashlib, os, re, sys, time

def prepare(corpus, out, count):
    pages = glob.glob(os.path.join(corpus, "*.html.gz"))
    pages.sort(key=lambda p: hashlib.sha256(os.path.basename(p).encode()).hexdigest())
    cut = re.compile(rb"<(script|style|svg)\b.*?</\1\s*>", re.S | re.I)
    for folder in ("whole", "bare"):
        os.makedirs(os.path.join(out, folder), exist_ok=True)
    for page in pages[: count or None]:
        data = gzip.open(page).read().decode("utf-8", "replace").encode()
        name = os.path.basename(page)[:-3]
        for folder, content in (("whole", data), ("bare", cut.sub(b"", data))):
            with open(os.path.join(out, folder, name), "wb") as f:
                f.write(content)

def measure(out):
    from selectolax.lexbor import LexborHTMLParser
    sets = {}
    for folder in ("whole", "bare"):
        sets[folder] = [open(p, "rb").read() for p in sorted(glob.glob(os.path.join(out, folder, "*.html")))]
    print("ready", flush=True)
    for line in sys.stdin:
        pages = sets[line.strip()]
        start = time.process_time()
        for page in pages:
            LexborHTMLParser(page)
        print(time.process_time() - start, flush=True)

if sys.argv[1] == "prepare":
    prepare(sys.argv[2], sys.argv[3], int(sys.argv[4]))
else:
    measure(sys.argv[2])
