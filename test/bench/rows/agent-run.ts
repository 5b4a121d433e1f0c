import { Either } from 'effect'
import { agentCli } from '../../../src/adapters/agent-cli/agent-cli.js'
import { findClis } from '../../support/agents/clis.js'
import { type AgentHome, makeAgentHome } from '../../support/agents/home.js'
import { claudePrint, startAgent } from '../../support/agents/run.js'
import { scripted, type Step } from '../../support/stub-model/script.js'
import { startStubModel } from '../../support/stub-model/server.js'
import { median } from '../quantile.js'
import { type Measurement, ratioRow } from '../row.js'
import { startService, statsOf } from '../service.js'

const tools = 20
const prompt = scripted('go', [
  ...Array.from(
    { length: tools },
    (_, n): Step => ({ tool: 'Bash', input: { command: `echo ${n}`, description: 'say' } }),
  ),
  { text: 'done' },
])

const run = async (home: AgentHome, claude: string): Promise<number> => {
  const startedAt = performance.now()
  const { status, stderr } = await startAgent(home, claude, claudePrint(prompt)).ended
  if (status !== 0) throw new Error(`the agent ended with ${status}: ${stderr}`)
  return (performance.now() - startedAt) / 1000
}

/** Compares a run of the real Claude Code with and without hooks. The stub model responds at once. */
export const agentRunRow: Measurement = {
  name: 'agent-run',
  rows: async ({ quick }) => {
    const clis = findClis()
    if (clis === null) return []
    const model = await startStubModel()
    const [plain, hooked] = [makeAgentHome(model.url), makeAgentHome(model.url)]
    const service = await startService(hooked)
    try {
      Either.getOrThrow(agentCli(hooked).install('claude'))
      // The first run of a CLI in a new home does extra setup.
      await run(plain, clis.claude)
      await run(hooked, clis.claude)
      const [without, withHooks]: [number[], number[]] = [[], []]
      for (let round = 0; round < (quick ? 2 : 9); round++) {
        without.push(await run(plain, clis.claude))
        withHooks.push(await run(hooked, clis.claude))
      }
      const { total_events } = await statsOf(service)
      const measured = `${median(withHooks).toFixed(2)} s of ${median(without).toFixed(2)} s, ${total_events} events`
      const what = `run of ${tools} tools with hooks`
      return [ratioRow(what, measured, median(withHooks) / median(without), { max: 1.25 })]
    } finally {
      await service.stop()
      await model.close()
      plain.remove()
      hooked.remove()
    }
  },
}
