import { projectOf } from '../project.js'

/** An invoicing tool in Python. */
export const ledger = projectOf({
  cwd: '/home/ada/ledger',
  commits: [
    'report: add the year-to-date column',
    'invoice: reject a line without a tax rate',
    'export: quote fields that contain the separator',
    'deps: pin openpyxl to 3.1',
    'tests: freeze the clock in the report tests',
  ],
  files: {
    'ledger/invoice.py': `@dataclass(frozen=True)
class Line:
    text: str
    net: Decimal
    rate: Decimal


def total(lines: list[Line]) -> Decimal:
    return sum((line.net * (1 + line.rate) for line in lines), Decimal(0))`,
    'ledger/tax.py': `RATES = {
    "DE": {"standard": Decimal("0.19"), "reduced": Decimal("0.07")},
    "DK": {"standard": Decimal("0.25")},
}


def rate(country: str, kind: str) -> Decimal:
    return RATES[country][kind]`,
    'ledger/report.py': `def month(invoices: Iterable[Invoice], month: date) -> Decimal:
    return cents(sum(i.total for i in invoices if i.month == month))


def year_to_date(invoices: Iterable[Invoice], year: int) -> list[Decimal]:
    return [sum(cents(day.total) for day in days(invoices, year, m)) for m in range(1, 13)]`,
    'ledger/export/csv.py': `def write(invoices: Iterable[Invoice], out: TextIO) -> None:
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for invoice in invoices:
        writer.writerow([invoice.number, invoice.date.isoformat(), f"{invoice.total:.2f}"])`,
    'tests/test_tax.py': `@pytest.mark.parametrize("country", ["DE", "DK"])
def test_reduced_rate(country: str) -> None:
    assert rate(country, "reduced") <= rate(country, "standard")`,
  },
})
