import { GPT, OPUS, SONNET } from '../../models.js'
import { ledger } from '../../projects/ledger.js'
import { edit, failing, type PastStory, patch, read, run, turn, write } from '../../story.js'

/** Earlier sessions in the invoicing tool. */
export const pastLedger: readonly PastStory[] = [
  {
    hoursAgo: 167,
    provider: 'claude',
    model: SONNET,
    project: ledger,
    branch: 'tax-2027',
    title: 'Move tax rates to a config file',
    turns: [
      turn(
        'Tax rates are hard-coded. Move them to rates.toml, each with the date it takes effect.',
        [
          read(5),
          write(
            'ledger/rates.toml',
            '[[rate]]\nfrom = 2026-01-01\ncountry = "DE"\nstandard = 0.19\nreduced = 0.07\n\n[[rate]]\nfrom = 2026-01-01\ncountry = "DK"\nstandard = 0.25\n',
          ),
          edit('ledger/tax.py', '    return RATES[country][kind]', '    return rates_on(today())[country][kind]'),
          failing('pytest -q tests/test_tax.py', "E   KeyError: 'reduced'\n1 failed, 22 passed in 0.8s"),
          edit(
            'ledger/tax.py',
            '    return rates_on(today())[country][kind]',
            '    rates = rates_on(today())[country]\n    return rates.get(kind, rates["standard"])',
          ),
          run('pytest -q tests/test_tax.py', '23 passed in 0.7s'),
        ],
        'Rates are now in `ledger/rates.toml` and take effect on their date. Countries without a reduced rate use the standard one.',
      ),
    ],
  },
  {
    hoursAgo: 121,
    provider: 'codex',
    model: GPT,
    project: ledger,
    branch: 'excel-export',
    title: 'CSV export for Excel',
    turns: [
      turn(
        'Excel opens our CSV in a single column. Add an Excel option with semicolons and a BOM.',
        [
          read(5),
          patch(
            'ledger/export/csv.py',
            ['    writer = csv.writer(out)'],
            [
              "    out.write('\\ufeff' if excel else '')",
              "    writer = csv.writer(out, delimiter=';' if excel else ',')",
            ],
          ),
          run('pytest -q tests/test_export.py', '9 passed in 0.4s'),
        ],
        '`ledger export --excel` writes semicolons, a BOM and decimal commas. The default format is unchanged.',
      ),
    ],
  },
  {
    hoursAgo: 26,
    provider: 'claude',
    model: OPUS,
    project: ledger,
    branch: 'main',
    title: 'Two reports differ by 3 cents',
    turns: [
      turn(
        'For October, the monthly report and the year-to-date report differ by €0.03. Find out why. Do not change anything.',
        [
          read(8),
          run("python -m ledger report --month 2026-10 --json | jq '.total'", '18204.11'),
          run("python -m ledger report --ytd --json | jq '.months[9].total'", '18204.14'),
          read(4),
        ],
        'The year-to-date report adds amounts that are already rounded per day; the monthly report rounds once. Three days in October end in half a cent. The monthly report is right.',
      ),
    ],
  },
]
