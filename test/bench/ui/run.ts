/**
 * The benchmark of the dashboard with the real service, headless Chromium and generated histories. It prints one line
 * for each goal of the dashboard. Exits with 1 if one is missed.
 *
 *   npm run bench:ui -- [--only triage,drop] [--quick] [--json] [--help]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchQuietly } from '../../support/browser/chromium.js'
import { benchOptions } from '../options.js'
import { aligned } from '../table.js'
import { type Figure, none } from './figure.js'
import { accessibility } from './scenes/accessibility.js'
import { conversation } from './scenes/conversation.js'
import { crowd } from './scenes/crowd.js'
import { drop } from './scenes/drop.js'
import { firstStart } from './scenes/first-start.js'
import { insights } from './scenes/insights.js'
import { numbers } from './scenes/numbers.js'
import { phone } from './scenes/phone.js'
import { still } from './scenes/still.js'
import { triage } from './scenes/triage.js'
import { truth } from './scenes/truth.js'
import { weight } from './scenes/weight.js'
import type { Scene } from './scene.js'

const scenes: readonly Scene[] = [
  firstStart,
  conversation,
  triage,
  still,
  truth,
  drop,
  accessibility,
  phone,
  weight,
  crowd,
  numbers,
  insights,
]
const options = benchOptions(
  'bench:ui',
  scenes.map(({ name }) => name),
)

const scratch = mkdtempSync(join(tmpdir(), 'switchyard-bench-ui-'))
const browser = await launchQuietly()
const foreign: string[] = []
const backstage = { quick: options.quick, folder: () => mkdtempSync(join(scratch, 'part-')), browser, foreign }
const figures: Figure[] = []
const broken: string[] = []
try {
  for (const { name, figures: measure } of scenes.filter((scene) => options.only.has(scene.name))) {
    console.error(`measuring ${name}`)
    try {
      figures.push(...(await measure(backstage)))
    } catch (error) {
      // Keep the results of the other scenes, which take half an hour.
      console.error(error)
      broken.push(name)
    }
  }
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}
figures.push(none(8, 'requests to any other host, in all scenes', foreign))

// Times mean little on a machine under load.
console.error(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`)

const head = ['goal', 'measure', 'threshold', 'measured', '']
const line = ({ goal, measure, threshold, measured, ok }: Figure) => [
  String(goal),
  measure,
  threshold,
  measured,
  ok ? 'ok' : 'MISSED',
]
console.log(options.json ? JSON.stringify(figures, null, 2) : aligned([head, ...figures.map(line)]))
if (broken.length > 0) console.error(`nothing is known of ${broken.join(', ')}: see above`)
process.exitCode = broken.length === 0 && figures.every(({ ok }) => ok) ? 0 : 1
