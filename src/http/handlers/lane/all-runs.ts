import * as Effect from 'effect/Effect'
import { seesEverything } from '../../../domain/access/visibility.js'
import { projectName } from '../../../domain/session/project.js'
import { TOOLS } from '../../../domain/tools/catalog.js'
import { lanes as allLanes } from '../../../projections/queries/lanes.js'
import { pastRuns, recentDirectories, recentModels, runsAlive } from '../../../projections/queries/run-history.js'
import type { AllRunsRoute } from '../../contract/lane/all-runs.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const MAX_DIRECTORIES = 50

export const allRunHandlers = ({
  db,
  runAnywhere,
  runs,
  folders,
  pipelines,
  agentVariables,
  home,
}: Services): Handlers<AllRunsRoute> => ({
  'GET /api/run': (_input, { reads }) => {
    const items = runsAlive(db, reads)
    return { status: 200, json: { items, activeCount: items.length } }
  },
  'POST /api/run': ({ body: { cwd, ...input } }, caller) =>
    Effect.map(runAnywhere(cwd, input, caller), ({ run, lane, slot, attached }) => ({
      status: 201 as const,
      json: { run_id: run, lane: pipelines.show(lane), slot, attached },
    })),
  'GET /api/run/history': ({ query }, { reads }) => {
    const items = pastRuns(db, reads, query)
    const next = items.length < query.limit ? null : (items.at(-1)?.run_id ?? null)
    return { status: 200, json: { items, next } }
  },
  'GET /api/run/binary': ({ query }, caller) => {
    const { id, name, binary } = TOOLS[query.tool ?? 'cli_a']
    const found = Effect.flatMap(folders.home(caller), (folder) => runs.program(binary, folder))
    return Effect.map(found, ({ path }) => ({
      status: 200 as const,
      json: { tool: id, name, found: path !== null, path },
    }))
  },
  'GET /api/run/environment': () => ({ status: 200, json: agentVariables }),
  'GET /api/run/models': ({ query }, { reads }) => {
    const { id, provider } = TOOLS[query.tool ?? 'cli_a']
    const items = recentModels(db, reads, provider).map((model) => ({ id: model }))
    return { status: 200, json: { tool: id, items } }
  },
  'GET /api/run/cwds': (_input, { reads }) => {
    const places = [
      ...allLanes(db, reads).map(({ cwd, title }) => ({ kind: 'lane' as const, path: cwd, label: title })),
      ...recentDirectories(db, reads, MAX_DIRECTORIES).map((path) => ({
        kind: 'recent' as const,
        path,
        label: null,
      })),
      // The home of the service belongs to the host.
      ...(seesEverything(reads) ? [{ kind: 'home' as const, path: home, label: null }] : []),
    ]
    const seen = new Set<string>()
    const items = places
      .filter(({ path }) => !seen.has(path) && seen.add(path))
      .map(({ label, ...place }) => ({ ...place, label: label ?? projectName(place.path) }))
    return { status: 200, json: { items } }
  },
  'GET /api/run/:id': (_input, { row: run }) => ({ status: 200, json: { run } }),
  'DELETE /api/run/:id': (_input, { row: { run_id, lane_id, slot }, author }) =>
    Effect.map(runs.stopOne({ run: run_id, lane: lane_id, slot }, author), () => ({
      status: 200 as const,
      json: { ok: true as const },
    })),
})
