import type { ToolCallRow } from '../api/types.js'
import type { Sheet } from '../figures/csv.js'
import { t } from '../i18n/i18n.js'
import { outcomeWords } from './call-words.js'

/** Returns calls as a sheet: times in ISO 8601, durations in milliseconds. */
export const callSheet = (calls: readonly ToolCallRow[]): Sheet => ({
  columns: [
    t('calls:column.started'),
    t('calls:column.ended'),
    t('calls:column.tool'),
    t('calls:column.target'),
    t('calls:column.session'),
    t('calls:column.directory'),
    t('calls:column.agent'),
    t('calls:column.milliseconds'),
    t('calls:column.state'),
    t('calls:column.outcome'),
  ],
  rows: calls.map((call) => [
    call.started_at,
    call.ended_at,
    call.tool_name,
    call.target,
    call.session_name,
    call.session_cwd,
    call.agent_name ?? t('calls:main'),
    call.duration_ms,
    t(`calls:${call.state}`),
    outcomeWords(call),
  ]),
})
