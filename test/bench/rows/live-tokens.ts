import { randomUUID } from 'node:crypto'
import { cpSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RunningServer } from '../program.js'
import type { Measurement } from '../row.js'
import { imported, startService, statsOf } from '../service.js'

const transcriptsIn = (projects: string): readonly string[] =>
  readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.jsonl') && !entry.name.startsWith('agent-'))
    .map((entry) => join(entry.parentPath, entry.name))

const post = async (service: RunningServer, transcript: string, hook: object): Promise<void> => {
  const common = { session_id: basename(transcript, '.jsonl'), transcript_path: transcript, cwd: '/home/dev/project-1' }
  const response = await fetch(new URL('/api/hooks', service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-delivery': randomUUID() },
    body: JSON.stringify({ ...common, ...hook }),
  })
  if (response.status !== 204) throw new Error(`a hook was answered with ${response.status}`)
}

const outputTold = async (service: RunningServer): Promise<number> => (await statsOf(service)).tokens.output_tokens

/** Checks the tokens of a history that arrives while the service runs, as hooks and new transcripts. */
export const liveTokensRow: Measurement = {
  name: 'live-tokens',
  rows: async ({ folder, histories }) => {
    const { claudeHome, manifest } = histories.get('small')
    const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
    let live = await startService(places)
    try {
      await imported(live)
      cpSync(claudeHome, places.claudeHome, { recursive: true })
      for (const transcript of transcriptsIn(join(places.claudeHome, 'projects'))) {
        await post(live, transcript, { hook_event_name: 'UserPromptSubmit', prompt: 'go on' })
        await post(live, transcript, { hook_event_name: 'Stop', stop_hook_active: false })
      }
      // The service follows transcripts with a delay; a minute is far above the expected delay.
      for (let waited = 0; waited < 60_000 && (await outputTold(live)) !== manifest.tokens.output; waited += 50) {
        await setTimeout(50)
      }
    } finally {
      await live.stop()
    }
    live = await startService(places)
    try {
      await imported(live)
      const told = await outputTold(live)
      const holds = told === manifest.tokens.output
      const what = 'output tokens after live hooks and an import'
      return [{ what, floor: `${manifest.tokens.output}`, measured: `${told}`, ratio: null, holds }]
    } finally {
      await live.stop()
    }
  },
}
