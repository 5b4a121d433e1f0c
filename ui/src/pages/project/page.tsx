import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Failure } from '../../api/failure.js'
import { calendarDay, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { CopyButton } from '../../kit/copy-button.js'
import buttons from '../../kit/button.module.css'
import notes from '../../kit/note.module.css'
import { SegmentedControl } from '../../kit/segmented-control.js'
import { Select } from '../../kit/select.js'
import { Unread } from '../../kit/unread.js'
import { useToday } from '../../live/clock.js'
import { AgentTable } from './agent-table.js'
import { EndedSessions } from './ended-sessions.js'
import { FileTable } from './file-table.js'
import styles from './page.module.css'
import { LanesLink } from './lanes-link.js'
import { projectBudgetQuery, projectCostQuery, projectQuery } from './query.js'
import { RunningSessions } from './running-sessions.js'
import { PERIODS, type ProjectPeriod, projectSearch } from './search.js'
import { ToolTable } from './tool-table.js'

const route = getRouteApi('/projects/$name')

/** One directory: what runs there, what it cost, what was changed and what failed. */
export function ProjectPage() {
  const t = useWords()
  const navigate = useNavigate()
  const { name } = route.useParams()
  const { cwd: asked, period = '30d' } = route.useSearch()
  const { data, error, isPending } = useQuery(projectQuery(name, asked, period))
  const go = (change: { cwd?: string; period?: ProjectPeriod }): void =>
    void navigate({
      to: '/projects/$name',
      params: { name },
      search: projectSearch({ cwd: asked, period, ...change }),
      replace: true,
    })
  if (isPending || data === undefined) {
    return (
      <div className={styles['page']}>
        <h1>{name}</h1>
        {error instanceof Failure && error.status === 404 ? (
          <div className={notes['note']} data-note>
            <p>{t('project:missing')}</p>
            <Link to="/sessions" className={buttons['button']}>
              {t('lookAmong')}
            </Link>
          </div>
        ) : (
          <Unread error={error} />
        )}
      </div>
    )
  }
  const { project, directories, files, total_files } = data
  const { cwd } = project
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{project.name}</h1>
        {directories.length > 1 ? (
          <Select
            label={t('project:directory')}
            className={styles['directories']}
            value={cwd}
            options={directories.map((one) => ({ value: one.cwd, label: one.cwd, count: one.sessions }))}
            onChange={(next) => go({ cwd: next })}
          />
        ) : (
          <span className={styles['path']}>
            <span>{cwd}</span>
            <CopyButton text={cwd} words={t('project:copyPath')} />
          </span>
        )}
        <LanesLink cwd={cwd} />
        <SegmentedControl
          label={t('project:period.label')}
          hidesLabel
          name="period"
          value={period}
          options={PERIODS.map((one) => [one, t(`project:period.${one}`)] as const)}
          onChange={(next) => go({ period: next })}
        />
      </header>
      <Money cwd={cwd} period={period} />
      <div className={styles['columns']}>
        <div>
          <RunningSessions cwd={cwd} />
          <EndedSessions cwd={cwd} total={project.sessions} />
        </div>
        <div>
          <FileTable files={files} total={total_files} />
          <ToolTable cwd={cwd} period={period} />
          <AgentTable cwd={cwd} period={period} />
        </div>
      </div>
    </div>
  )
}

/** What the project cost in the period and today, and how much of its budget that is. */
function Money({ cwd, period }: { cwd: string; period: ProjectPeriod }) {
  const t = useWords()
  const today = useToday()
  const { data } = useQuery(projectCostQuery(cwd, period))
  const { data: budget } = useQuery(projectBudgetQuery(cwd))
  const totals = data?.totals
  const ofToday = data?.days.find(({ date }) => date === today)?.cost ?? 0
  const amount = (value: number | undefined): string => (value === undefined ? '–' : usd(value))
  return (
    <div className={styles['money']}>
      <dl className="num">
        <div>
          <dt>{t(`project:cost.${period}`)}</dt>
          <dd>{amount(totals?.cost)}</dd>
        </div>
        {period !== 'today' && (
          <div>
            <dt>{t('project:cost.today')}</dt>
            <dd>{amount(totals && ofToday)}</dd>
          </div>
        )}
        <div>
          <dt>{t('project:cost.perSession')}</dt>
          <dd>{amount(totals && (totals.sessions === 0 ? 0 : totals.cost / totals.sessions))}</dd>
        </div>
      </dl>
      {budget != null && (
        <div className={styles['budget']}>
          <div>
            <span>
              <b>{t('project:budget.spent', { spent: usd(budget.spent_usd), amount: usd(budget.amount_usd) })}</b>{' '}
              {t(`project:budget.${budget.period}`)}
            </span>
            {budget.forecast_usd !== null && (
              <span>
                {t('project:budget.forecast', { cost: usd(budget.forecast_usd), day: calendarDay(budget.period_end) })}
              </span>
            )}
          </div>
          <div className={styles['track']} data-over={budget.share > 1}>
            {budget.forecast_usd !== null && (
              <i
                className={styles['forecast']}
                style={{ width: `${Math.min(100, (budget.forecast_usd / budget.amount_usd) * 100)}%` }}
              />
            )}
            <i style={{ width: `${Math.min(100, budget.share * 100)}%` }} />
          </div>
        </div>
      )}
    </div>
  )
}
