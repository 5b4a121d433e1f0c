import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { described, writeTree } from '../../support/agent-config/tree.js'
import { median, quantile } from '../quantile.js'
import { limitRow, type Measurement } from '../row.js'
import { getJson, startService } from '../service.js'

const [SKILLS, PLUGINS, SERVERS] = [300, 100, 50]
const TEXT = 'How it is done, step by step.\n'.repeat(100)
const numbered = <A>(count: number, of: (n: number) => readonly [string, A]): Record<string, A> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => of(n)))

/** Fills a home of Claude Code with more than most people have. */
const fill = (home: string): void => {
  const folderOf = (n: number): string => join(home, 'plugins', 'cache', 'house', `kit-${n}`, '1.0.0')
  writeTree(home, {
    ...numbered(SKILLS, (n) => [`skills/skill-${n}/SKILL.md`, described(`Skill ${n}`, TEXT)]),
    '.claude.json': { mcpServers: numbered(SERVERS, (n) => [`server-${n}`, { command: 'serve', args: [`${n}`] }]) },
    'settings.json': { enabledPlugins: numbered(PLUGINS, (n) => [`kit-${n}@house`, true]) },
    'plugins/installed_plugins.json': {
      version: 2,
      plugins: numbered(PLUGINS, (n) => [
        `kit-${n}@house`,
        [{ scope: 'user', installPath: folderOf(n), version: '1.0.0', installedAt: '2026-11-27T08:00:00.000Z' }],
      ]),
    },
  })
  for (let n = 0; n < PLUGINS; n++)
    writeTree(folderOf(n), {
      '.claude-plugin/plugin.json': { name: `kit-${n}` },
      'skills/one/SKILL.md': described('One', TEXT),
      'commands/two.md': described('Two', TEXT),
      'agents/three.md': described('Three', TEXT),
    })
}

/** Gives every file another time, so that nothing that was read before counts. */
const touch = (home: string, seconds: number): void => {
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), seconds, seconds)
}

/** Measures the overview of the agents' configuration, when all files have changed and when none has. */
export const agentConfigRows: Measurement = {
  name: 'agent-config',
  rows: async ({ quick, folder }) => {
    const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
    fill(places.claudeHome)
    const service = await startService(places)
    try {
      const read = async (): Promise<number> => {
        const startedAt = performance.now()
        await getJson(service, '/api/cc-config/overview')
        return performance.now() - startedAt
      }
      const [changed, unchanged]: [number[], number[]] = [[], []]
      for (let round = 0; round < (quick ? 5 : 60); round++) {
        touch(places.claudeHome, 1_700_000_000 + round)
        changed.push(await read())
        unchanged.push(await read())
      }
      const what = `configuration of ${SKILLS} skills, ${PLUGINS} plugins, ${SERVERS} servers`
      return [
        limitRow(`${what}, all changed, p95`, quantile(changed, 0.95), 100, 'ms', 0),
        limitRow('  none changed', median(unchanged), 15, 'ms', 1),
      ]
    } finally {
      await service.stop()
    }
  },
}
