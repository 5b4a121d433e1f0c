import type { ToolId } from '../../../../../src/domain/tools/catalog.js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { moment, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { FormDialog } from '../../../kit/form-dialog.js'
import { OwnPassword } from '../../../kit/own-password.js'
import { passwordMissing } from '../../../kit/password-missing.js'
import { secretIn } from '../../../kit/secret-in.js'
import { Unread } from '../../../kit/unread.js'
import { useTimed } from '../../../live/clock.js'
import config from '../config.module.css'
import { AddAccount } from './add-account.js'
import { fullUntil, type Limit } from './full-until.js'
import { type ClaudeAccount, type CodexAccount, type Pool, poolQuery } from './queries.js'
import { Window } from './profiles.js'
import { QuotaBar } from './quota-bar.js'
import styles from './routing.module.css'

type Gone = { readonly tool: ToolId; readonly name: string; readonly livePanes: number }

/** The accounts that agents use, and whether the next one gets one. */
export function AccountPool() {
  const t = useWords()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [gone, setGone] = useState<Gone>()
  const { data, error } = useQuery(poolQuery)
  const read = useMutation({
    mutationFn: () => call('GET /api/accounts', { query: { force: true } }),
    onSuccess: (pool) => queries.setQueryData(poolQuery.queryKey, pool),
  })
  if (data === undefined) return <Unread error={error} />
  const { accounts, codex, blockPercent } = data
  const add = (
    <button type="button" className={buttons['button']} onClick={() => setAdding(true)}>
      <Plus size={14} aria-hidden />
      {t('config:pool.add')}
    </button>
  )
  return (
    <>
      {accounts.length + codex.length === 0 ? (
        <div className={config['empty']}>
          <b>{t('config:pool.none')}</b>
          <p>{t('config:pool.noneSays')}</p>
          {add}
        </div>
      ) : (
        <>
          <Blocked pool={data} />
          <div className={styles['toolbar']}>
            {accounts.length > 0 && (
              <button
                type="button"
                className={buttons['button']}
                disabled={read.isPending}
                onClick={() => read.mutate()}
              >
                {t(read.isPending ? 'config:login.checking' : 'config:pool.read')}
              </button>
            )}
            {add}
          </div>
          {accounts.length > 0 && (
            <section className={styles['accounts']}>
              <h2>{t('config:tool.claude')}</h2>
              <p className="faint">{t('config:pool.block', { percent: blockPercent })}</p>
              <ul>
                {accounts.map((account) => (
                  <Claude key={account.name} account={account} block={blockPercent} onRemove={setGone} />
                ))}
              </ul>
            </section>
          )}
          {codex.length > 0 && (
            <section className={styles['accounts']}>
              <h2>{t('config:tool.codex')}</h2>
              <ul>
                {codex.map((account) => (
                  <Codex key={account.name} account={account} block={blockPercent} onRemove={setGone} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <p className={styles['note']}>{t('config:pool.readable')}</p>
      {isAdding && <AddAccount onClose={() => setAdding(false)} />}
      {gone !== undefined && <RemoveAccount account={gone} onClose={() => setGone(undefined)} />}
    </>
  )
}

/** Says at the top that the next agent would be refused, and until when. */
function Blocked({ pool: { accounts, blockPercent } }: { pool: Pool }) {
  const t = useWords()
  const isFree = accounts.some(({ full, expired, refreshError }) => !full && !expired && refreshError === null)
  const resets = accounts.flatMap((account) => (account.full ? (fullUntil(limitsOf(account), blockPercent) ?? []) : []))
  const [first] = resets.toSorted()
  const at = useTimed((now) => (first === undefined ? '' : moment(first, now)))
  if (accounts.length === 0 || isFree) return null
  return (
    <section className={styles['current']} data-bad role="status">
      <div>
        <b>{t('config:pool.noneFree')}</b>
        <p>{at === '' ? t('config:pool.refused') : t('config:pool.refusedUntil', { at })}</p>
      </div>
    </section>
  )
}

interface AccountProps<A> {
  readonly account: A
  readonly block: number
  readonly onRemove: (gone: Gone) => void
}

function Claude({ account, block, onRemove }: AccountProps<ClaudeAccount>) {
  const t = useWords()
  const { name, kind, email, quota, full, expired, refreshError, livePanes } = account
  const status = expired ? 'expired' : refreshError === null ? (full ? 'full' : 'free') : 'failed'
  return (
    <li>
      <Who name={name} kind={kind} email={email} />
      <div className={styles['quotas']}>
        {quota?.fiveHour == null || quota.sevenDay === null ? (
          <p>{quota?.error ?? t('config:pool.noReading')}</p>
        ) : (
          <>
            <Window
              label={t('config:quota.fiveHours')}
              used={quota.fiveHour.percent}
              resetsAt={quota.fiveHour.resetsAt}
              block={block}
            />
            <Window
              label={t('config:quota.week')}
              used={quota.sevenDay.percent}
              resetsAt={quota.sevenDay.resetsAt}
              block={block}
            />
            {quota.error !== null && <p>{quota.error}</p>}
          </>
        )}
      </div>
      <Spent account={account} />
      <span>{livePanes === 0 ? t('config:pool.noPanes') : t('config:pool.panes', { count: livePanes })}</span>
      <span data-bad={status === 'free' ? undefined : true} title={refreshError ?? undefined}>
        {status === 'full' ? <Full account={account} block={block} /> : t(`config:pool.status.${status}`)}
      </span>
      <Remove onClick={() => onRemove({ tool: 'cli_a', name, livePanes })} name={name} />
    </li>
  )
}

function Codex({ account, block, onRemove }: AccountProps<CodexAccount>) {
  const t = useWords()
  const { name, kind, email, quota, full, livePanes } = account
  const isTaken = kind === 'chatgpt' && livePanes > 0
  return (
    <li>
      <Who name={name} kind={kind} email={email} />
      <div className={styles['quotas']}>
        {quota === null ? (
          <p>{t('config:pool.noLimits')}</p>
        ) : (
          quota.windows.map(({ label, usedPercent }) => (
            <QuotaBar key={label} label={label} used={usedPercent} block={block} />
          ))
        )}
      </div>
      <Spent account={account} />
      <span>{livePanes === 0 ? t('config:pool.noPanes') : t('config:pool.panes', { count: livePanes })}</span>
      <span data-bad={full || undefined}>
        {full ? <Full account={account} block={block} /> : t(`config:pool.status.${isTaken ? 'taken' : 'free'}`)}
      </span>
      <Remove onClick={() => onRemove({ tool: 'cli_b', name, livePanes })} name={name} />
    </li>
  )
}

/** Returns the limits of an account that are known. */
const limitsOf = ({ quota }: ClaudeAccount | CodexAccount): readonly Limit[] => {
  if (quota === null) return []
  if ('windows' in quota) return quota.windows.map(({ usedPercent: percent, resetsAt }) => ({ percent, resetsAt }))
  return [quota.fiveHour, quota.sevenDay].filter((limit) => limit !== null)
}

/** Says that an account is full, and until when if that is known. */
function Full({ account, block }: { account: ClaudeAccount | CodexAccount; block: number }) {
  const t = useWords()
  const until = fullUntil(limitsOf(account), block)
  const at = useTimed((now) => (until === null ? '' : moment(until, now)))
  return at === '' ? t('config:pool.status.full') : t('config:pool.fullUntil', { at })
}

type Kind = ClaudeAccount['kind'] | CodexAccount['kind']

function Who({ name, kind, email }: { name: string; kind: Kind; email: string | null }) {
  const t = useWords()
  return (
    <div className={styles['who']}>
      <b>{name}</b>
      <p>{[t(`config:pool.kind.${kind}`), email].filter((part) => part !== null).join(' · ')}</p>
    </div>
  )
}

function Spent({ account: { spend5h, spend7d } }: { account: ClaudeAccount | CodexAccount }) {
  const t = useWords()
  return (
    <span className={styles['spent']}>
      {usd(spend5h)} <small>{t('config:pool.week', { cost: usd(spend7d) })}</small>
    </span>
  )
}

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useWords()
  return (
    <button
      type="button"
      className={buttons['button']}
      aria-label={t('config:pool.removal', { name })}
      onClick={onClick}
    >
      {t('config:server.remove')}
    </button>
  )
}

function RemoveAccount({ account: { tool, name, livePanes }, onClose }: { account: Gone; onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const send = async (form: FormData): Promise<void> => {
    const currentPassword = secretIn(form, 'currentPassword')
    await call('DELETE /api/accounts/:name', { params: { name }, body: { tool, currentPassword } })
    await queries.invalidateQueries({ queryKey: poolQuery.queryKey })
  }
  return (
    <FormDialog
      title={t('config:pool.removal', { name })}
      action={t('config:pool.removeAction')}
      isDanger
      check={passwordMissing}
      send={send}
      onClose={onClose}
    >
      <p>{t('config:pool.removeSays')}</p>
      {livePanes > 0 && <p>{t('config:pool.keepIt', { count: livePanes })}</p>}
      <OwnPassword />
    </FormDialog>
  )
}
