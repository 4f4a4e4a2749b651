"""Receipts given to the page as a player gives them, many in one go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.verifier.chromium import Tab
from tests.verifier.table import Evidence

JUDGE: Final = """async (cases) => {
  const answers = [];
  for (const { texts, code, seat, digits } of cases) {
    await forget();
    let taken = true;
    for (const text of texts) taken = await take(text);
    if (!taken) {
      answers.push({ verdict: "refused", codes: ["not-a-receipt"] });
      continue;
    }
    by_id("code").value = code;
    by_id("seat").value = seat;
    by_id("digits").value = digits;
    await take_notes();
    const verdict = by_id("verdict").dataset.verdict;
    const codes = [];
    try {
      const report = await judged(state.crypto, state.held.get(state.shown), evidence());
      for (const { state, code } of report.checks) if (state === "fails") codes.push(code);
    } catch (error) {
      codes.push(error.code);
    }
    answers.push({ verdict, codes });
  }
  return answers;
}"""


@dataclass(frozen=True)
class Answer:
    """`verdict` as the page shows it, "refused" if it took nothing; `codes` of what fails."""

    verdict: str
    codes: tuple[str, ...]


def judge(tab: Tab, cases: Sequence[Evidence]) -> list[Answer]:
    """What the page shows for each case, each by itself."""
    answers = tab.call(JUDGE, [dict(case) for case in cases])
    return [Answer(each["verdict"], tuple(each["codes"])) for each in answers]
