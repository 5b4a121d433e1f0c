import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Select } from '../../../kit/select.js'
import { Switch } from '../../../kit/switch.js'
import { type NotifyChoice, SOUNDS } from '../../../push/choice.js'
import { notifyChoice, onNotifyChoice, setNotifyChoice } from '../../../push/settings.js'
import { playSound } from '../../../push/sound.js'
import { allow, isAllowed, isSubscribed, sendChoice, subscribe } from '../../../push/subscription.js'
import { canBePushed } from '../../../push/worker.js'
import page from '../page.module.css'
import { pushedQuery } from '../queries.js'
import { notifyAdvice } from './notify-advice.js'
import styles from './notifications.module.css'

const KINDS = ['needs_me', 'failed', 'finished'] as const
type Kind = (typeof KINDS)[number]

/** What this browser is notified of, without any rule. Each switch works at once. */
export function Notifications() {
  const t = useWords()
  const queries = useQueryClient()
  const choice = useSyncExternalStore(onNotifyChoice, notifyChoice)
  const { data: isPushed } = useQuery(pushedQuery)
  const change = useMutation({
    mutationFn: async ({ next, asks }: { readonly next: NotifyChoice; readonly asks: boolean }) => {
      if (asks) await allow()
      setNotifyChoice(next)
      if (!canBePushed()) return
      // Where the browser has no push service, the open page notifies.
      if (asks && !(await isSubscribed())) await subscribe()
      else await sendChoice()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.push }),
  })
  const test = useMutation({
    mutationFn: () => call('POST /api/push/send', { body: { title: 'Switchyard', body: t('alerts:notify.testBody') } }),
  })
  const set = (part: Partial<NotifyChoice>, asks = false): void => change.mutate({ next: { ...choice, ...part }, asks })
  const isOn = (kind: Kind): boolean => choice.isChosen && isAllowed() && choice[kind]
  // The first switch that is turned on also turns on "Needs me".
  const turn = (kind: Kind, on: boolean): void => set({ [kind]: on, isChosen: true }, on)
  return (
    <section className={page['section']} aria-labelledby="notifications">
      <header>
        <h2 id="notifications">{t('alerts:notify.title')}</h2>
        <p>{t('alerts:notify.noRules')}</p>
        {isPushed === true && (
          <button type="button" className={page['link']} disabled={test.isPending} onClick={() => test.mutate()}>
            {t('alerts:notify.test')}
          </button>
        )}
      </header>
      {KINDS.map((kind) => (
        <Row key={kind} label={t(`alerts:notify.${kind}`)} help={t(`alerts:notify.help.${kind}`)}>
          <Switch
            label={t(`alerts:notify.${kind}`)}
            isOn={isOn(kind)}
            disabled={change.isPending}
            onChange={(on) => turn(kind, on)}
          />
        </Row>
      ))}
      <QuietHours choice={choice.quiet} onChange={(quiet) => set({ quiet })} />
      <Sound choice={choice.sound} onChange={(sound) => set({ sound })} />
      <p role="status" className={styles['said']}>
        {test.data !== undefined && t('alerts:notify.sent', { count: test.data.pushed })}
      </p>
      {(change.error ?? test.error) !== null && (
        <p role="alert" className="bad">
          {notifyAdvice(change.error ?? test.error)}
        </p>
      )}
    </section>
  )
}

interface RowProps {
  readonly label: string
  readonly help?: string
  readonly children: ReactNode
}

const Row = ({ label, help, children }: RowProps) => (
  <div className={styles['row']}>
    <div>
      <b>{label}</b>
      {help !== undefined && <p>{help}</p>}
    </div>
    <div className={styles['control']}>{children}</div>
  </div>
)

interface PartProps<T> {
  readonly choice: T
  readonly onChange: (choice: T) => void
}

function QuietHours({ choice, onChange }: PartProps<NotifyChoice['quiet']>) {
  const t = useWords()
  const field = (side: 'from' | 'to') => (
    <input
      type="time"
      className={styles['time']}
      aria-label={t(`alerts:notify.quiet.${side}`)}
      value={choice[side]}
      onChange={({ target: { value } }) => value !== '' && onChange({ ...choice, [side]: value })}
    />
  )
  return (
    <Row label={t('alerts:notify.quiet.title')} help={t('alerts:notify.quiet.help')}>
      {choice.isOn && (
        <span className={styles['hours']}>
          {field('from')} {t('alerts:notify.quiet.until')} {field('to')}
        </span>
      )}
      <Switch
        label={t('alerts:notify.quiet.title')}
        isOn={choice.isOn}
        onChange={(isOn) => onChange({ ...choice, isOn })}
      />
    </Row>
  )
}

function Sound({ choice, onChange }: PartProps<NotifyChoice['sound']>) {
  const t = useWords()
  return (
    <Row label={t('alerts:notify.sound.title')}>
      <Select
        label={t('alerts:notify.sound.which')}
        value={choice.name}
        options={SOUNDS.map((name) => ({ value: name, label: t(`alerts:notify.sound.${name}`) }))}
        onChange={(name) => onChange({ ...choice, name })}
      />
      <button
        type="button"
        className={classes(buttons['button'], page['small'])}
        aria-label={t('alerts:notify.sound.play')}
        onClick={() => void playSound(choice.name)}
      >
        <Play size={12} aria-hidden />
      </button>
      <Switch
        label={t('alerts:notify.sound.title')}
        isOn={choice.isOn}
        onChange={(isOn) => onChange({ ...choice, isOn })}
      />
    </Row>
  )
}
