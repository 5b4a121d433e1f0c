import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import { periodOf } from '../sessions/range.js'
import type { ProjectPeriod } from './search.js'

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const startOf = (period: ProjectPeriod): string | undefined =>
  period === 'all' ? undefined : periodOf(period, new Date()).from?.toISOString()

const shared = { staleTime: 0, placeholderData: keepPreviousData } as const

/** A project by its name, with the files that were edited in the period. */
export const projectQuery = (name: string, cwd: string | undefined, period: ProjectPeriod) =>
  queryOptions({
    ...shared,
    queryKey: [...keys.sessionList, 'project', name, cwd, period],
    queryFn: ({ signal }) =>
      call('GET /api/projects/:name', { params: { name }, query: { cwd, from: startOf(period) }, signal }),
  })

const asked = (cwd: string, period: ProjectPeriod) => ({ cwd, from: startOf(period), timezone: zone() })

/** What the project cost in the period. */
export const projectCostQuery = (cwd: string, period: ProjectPeriod) =>
  queryOptions({
    ...shared,
    queryKey: [...keys.insights, 'project', cwd, period, 'cost'],
    queryFn: ({ signal }) => call('GET /api/insights/cost', { query: asked(cwd, period), signal }),
  })

/** The tool calls of the period, and the newest failures. */
export const projectToolsQuery = (cwd: string, period: ProjectPeriod) =>
  queryOptions({
    ...shared,
    queryKey: [...keys.insights, 'project', cwd, period, 'tools'],
    queryFn: async ({ signal }) => {
      const query = asked(cwd, period)
      const [{ tools, totals }, { kinds }] = await Promise.all([
        call('GET /api/insights/tools', { query, signal }),
        call('GET /api/insights/errors', { query, signal }),
      ])
      const latest = kinds.flatMap((kind) => kind.latest).toSorted((a, b) => (a.at < b.at ? 1 : -1))
      const failing = tools
        .filter(({ failed }) => failed > 0)
        .toSorted((a, b) => b.failed - a.failed)
        .map((tool) => ({
          ...tool,
          error: latest.find(({ tool_name }) => tool_name === tool.tool_name)?.error ?? null,
        }))
      return { failing, failed: totals.failed }
    },
  })

/** The subagents of the period. */
export const projectAgentsQuery = (cwd: string, period: ProjectPeriod) =>
  queryOptions({
    ...shared,
    queryKey: [...keys.insights, 'project', cwd, period, 'agents'],
    queryFn: ({ signal }) => call('GET /api/insights/agents', { query: asked(cwd, period), signal }),
  })

/** The sessions of the project that ended last. */
export const endedSessionsQuery = (cwd: string) =>
  queryOptions({
    ...shared,
    queryKey: [...keys.sessionList, 'project-ended', cwd],
    queryFn: ({ signal }) =>
      call('GET /api/sessions', { query: { cwd, state: ['done', 'failed', 'abandoned'], limit: 8 }, signal }),
  })

/** The monthly, else the weekly or daily budget of the project. */
export const projectBudgetQuery = (cwd: string) =>
  queryOptions({
    queryKey: ['budgets', 'project', cwd],
    queryFn: async ({ signal }) => {
      const { budgets } = await call('GET /api/budgets', { signal })
      const own = budgets.filter((budget) => budget.enabled && budget.cwd === cwd)
      return own.find(({ period }) => period === 'month') ?? own[0] ?? null
    },
  })
