"""Checks a published ballot: python3 ballot-verify.py ballot.json [root=<from the email>] [round=<drand's answer.json>]"""
import hashlib, json, sys
from datetime import datetime

sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
ballot = json.load(open(sys.argv[1], encoding="utf-8"))
given = dict(argument.split("=", 1) for argument in sys.argv[2:])
entries, source, number = ballot["entries"], ballot["source"], ballot["number"]
problems = []
expect = lambda holds, problem: holds or problems.append(problem)

lines = [f"{entry['leaf']} {entry['seats']}\n" for entry in entries]
expect(len({entry["leaf"] for entry in entries}) == len(entries), "an entry is there twice")
expect(lines == sorted(lines), "the list is not sorted")
expect(all(entry["seats"] in (1, 2, 3, 4) for entry in entries), "an entry has a strange number of seats")
root = sha("".join(sorted(lines)))
expect(ballot["root"] == root, "the list does not match its root")
expect(given.get("root", root) == ballot["root"], "the root is not the one in the email")
if source["kind"] == "drand":
    seconds = datetime.fromisoformat(source["at"].replace("Z", "+00:00")).timestamp()
    expect(source["round"] == -(-(seconds - 1692803367) // 3) + 1, "the round does not belong to the announced time")
    expect(number == hashlib.sha256(bytes.fromhex(source["signature"] or "")).hexdigest(), "the number is not the signed one")
    if "round" in given:  # what https://api.drand.sh/52db9ba7…/public/<round> returned
        drand = json.load(open(given["round"], encoding="utf-8"))
        expect(drand["round"] == source["round"], "the answer is for another round")
        expect(drand["signature"] == source["signature"], "drand has published another number")
seed = sha(f"{root}\n{number}")
n = lambda entry: int(sha(f"{seed}\n{entry['leaf']}")[:16], 16)
key = lambda entry: (-(n(entry) ** entry["seats"] << 64 * (4 - entry["seats"])), entry["leaf"])
expect(ballot["order"] == [entry["leaf"] for entry in sorted(entries, key=key)], "the order does not follow")
print("\n".join(problems) or f"The order follows from root {root} and number {number}. Compare both with what you know.")
sys.exit(1 if problems else 0)
