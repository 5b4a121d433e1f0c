import { BLOCK, burnOf, isOpen, projected } from '../../domain/reports/blocks.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Zone } from '../../domain/reports/zone.js'
import { type BlockUsage, usageByBlock, usedBetween } from '../../projections/queries/reports/blocks.js'
import type { ReportQuery } from '../../projections/queries/reports/days.js'
import type { Reading } from '../reading.js'
import { duration, moment, tokens, usd } from './format.js'
import type { ReportOptions } from './options.js'
import type { Reporter } from './print.js'
import { shapeOf, totalOf, priceNotes, usageCells, usageColumns } from './usage-columns.js'

export interface BlockOptions extends ReportOptions {
  readonly active?: boolean
}

/** Returns the report of usage per five-hour block. For the current block it adds the burn rate and a projection. */
export const blockReport =
  (query: ReportQuery, { active = false }: BlockOptions): Reporter =>
  (parts) => {
    const all = parts === null ? [] : usageByBlock(parts.db, parts.visibility, parts.book, query)
    const open = parts === null ? null : openBlock(parts, query, all.at(-1))
    const shown = active ? all.filter(({ block }) => block.start === open?.start) : all
    const total = totalOf(shown.map(({ tally }) => tally))
    return {
      json: {
        timezone: query.zone.name,
        blocks: shown.map(({ block, tally }) => ({
          start: iso(block.start),
          end: iso(block.end),
          is_active: block.start === open?.start,
          ...shapeOf(tally),
          ...(block.start === open?.start && { burn_rate: open.burn, projection: open.projection }),
        })),
        totals: total.shape,
      },
      table: (compact) => ({
        columns: [{ title: 'Block' }, ...usageColumns(compact)],
        rows: shown.map(({ block, tally }) => [
          blockName(block.start, block.start === open?.start, query.zone),
          ...usageCells(tally, compact),
        ]),
        total: ['Total', ...usageCells(total, compact, false)],
      }),
      notes: [...openNotes(open, parts?.now ?? 0), ...priceNotes(parts?.book, total)],
      empty: active ? 'no current block' : 'no usage in this period',
    }
  }

const blockName = (start: Instant, open: boolean, zone: Zone): string => `${moment(start, zone)}${open ? ' *' : ''}`

/** Returns the current block, if the last one is still open. */
const openBlock = ({ db, visibility, now }: Reading, query: ReportQuery, last: BlockUsage | undefined) => {
  if (last === undefined || now >= last.block.start + BLOCK) return null
  const between = usedBetween(db, visibility, query, last.block.start)
  if (between === null || !isOpen(last.block, between.last, now)) return null
  const used = { tokens: last.tally.tokens, usd: toUsd(last.tally.cost), ...between }
  return { ...last.block, burn: burnOf(used), projection: projected(last.block, used, now) }
}

const openNotes = (open: ReturnType<typeof openBlock>, now: Instant): readonly string[] => {
  if (open === null) return []
  const left = `* ${duration(open.end - now)} left`
  if (open.burn === null || open.projection === null) return [left]
  const { tokens_per_minute, usd_per_hour } = open.burn
  return [
    `${left} at ${tokens(tokens_per_minute, true)} tokens/min and ${usd(usd_per_hour)}/h; projected total: ` +
      `${tokens(open.projection.tokens, true)} tokens, ${usd(open.projection.usd)}`,
  ]
}
