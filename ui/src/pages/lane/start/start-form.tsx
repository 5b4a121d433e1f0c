import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { RouteBody } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { NATIVE, proxiesQuery } from '../../../api/proxies.js'
import { TOOL_IDS, type ToolId, toolOf, TOOLS } from '../../../api/tools.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import check from '../../../kit/check.module.css'
import { classes } from '../../../kit/classes.js'
import { Combobox } from '../../../kit/combobox.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { Select } from '../../../kit/select.js'
import { sessionsOfLane } from '../../../live/lane-groups.js'
import { firstMode, STANDARD_MODE } from '../../../preferences/new-lanes.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { Environment } from './environment.js'
import { modelsQuery } from './queries.js'
import { newestFirst, sessionOption } from './session-option.js'
import { freeSlots, isUnguarded } from './start-options.js'
import styles from './start-form.module.css'

type Body = RouteBody<'POST /api/lanes/:id/start'>

/** The values of the options that only one tool has. Empty: the tool's own default. */
interface Options {
  readonly model: string
  readonly permissionMode: string
  readonly effort: string
  readonly sandbox: string
  readonly approval: string
}
const NO_OPTIONS: Options = { model: '', permissionMode: '', effort: '', sandbox: '', approval: '' }

/** The options that a new agent of a tool starts with. */
const firstOptions = (tool: ToolId): Options =>
  TOOLS[tool].capabilities.permissionModes.length === 0 ? NO_OPTIONS : { ...NO_OPTIONS, permissionMode: firstMode() }

interface StartFormProps {
  readonly lane: Lane
  /** The session to continue. */
  readonly resume: string | undefined
  readonly onStarted: (slot: number) => void
}

/** Starts an agent or a shell in a slot of a lane. */
export function StartForm({ lane, resume, onStarted }: StartFormProps) {
  const t = useWords()
  const id = useId()
  const sessions = sessionsOfLane(lane.id)
  const [prompt, setPrompt] = useState('')
  const [chosen, setTool] = useState<ToolId>(lane.tool)
  const [options, setOptions] = useState(() => firstOptions(lane.tool))
  const [session, setSession] = useState(resume ?? '')
  const [forks, setForks] = useState(false)
  const [slot, setSlot] = useState('auto')
  const resumed = sessions.find((one) => one.id === session)
  // A session continues in its own tool.
  const tool = resumed === undefined ? chosen : toolOf(resumed.provider).id
  const { capabilities, name } = TOOLS[tool]
  const { data: models = [] } = useQuery(modelsQuery(tool))
  const [proxy, setProxy] = useState('')
  const free = freeSlots(lane.panes)
  const first = free[0]
  const target = slot === 'auto' ? first : Number(slot)

  const start = useMutation({
    mutationFn: (body: Body) =>
      orLaneFailure(call('POST /api/lanes/:id/start', { params: { id: String(lane.id) }, body })),
    onSuccess: (started) => onStarted(started.slot),
  })
  const place = { slot: slot === 'auto' ? ('auto' as const) : Number(slot) }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const given = capabilities.permissionModes.length === 0 ? { ...options, permissionMode: '' } : options
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    start.mutate({
      ...set,
      ...place,
      tool,
      ...(proxy === '' ? {} : { proxy }),
      ...(prompt.trim() === '' ? {} : { prompt }),
      ...(session === '' ? {} : { resume: session, ...(forks && capabilities.fork ? { forkSession: true } : {}) }),
    })
  }
  const set = (change: Partial<Options>): void => setOptions({ ...options, ...change })

  if (first === undefined) return <p className={styles['form']}>{t('lanes:start.full')}</p>
  return (
    <form
      className={styles['form']}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <div className={styles['inner']}>
        <div className={styles['prompt']}>
          <label htmlFor={`${id}-prompt`}>{t('lanes:start.prompt')}</label>
          <textarea
            id={`${id}-prompt`}
            rows={6}
            autoFocus
            placeholder={t('lanes:start.promptHint')}
            value={prompt}
            onChange={({ target: { value } }) => setPrompt(value)}
          />
        </div>
        {resumed === undefined && (
          <SegmentedControl<ToolId>
            label={t('lanes:new.tool')}
            name="tool"
            value={tool}
            options={TOOL_IDS.map((one) => [one, TOOLS[one].name] as const)}
            onChange={(next) => {
              setTool(next)
              setOptions(firstOptions(next))
            }}
          />
        )}
        <div className={styles['row']}>
          <label htmlFor={`${id}-model`}>{t('lanes:side.model')}</label>
          <Combobox
            id={`${id}-model`}
            label={t('lanes:side.model')}
            allowsText
            value={options.model}
            placeholder={t('lanes:start.default')}
            options={models.map((model) => ({ value: model.id, label: model.id }))}
            onChange={(model) => set({ model })}
          />
        </div>
        <Choice
          label={t('lanes:start.permissionMode')}
          values={capabilities.permissionModes}
          standard={STANDARD_MODE}
          value={options.permissionMode}
          onChange={(permissionMode) => set({ permissionMode })}
        />
        <Choice
          label={t('lanes:start.sandbox')}
          values={capabilities.sandboxes}
          value={options.sandbox}
          onChange={(sandbox) => set({ sandbox })}
        />
        <Choice
          label={t('lanes:start.approval')}
          values={capabilities.approvals}
          value={options.approval}
          onChange={(approval) => set({ approval })}
        />
        {isUnguarded(options) && (
          <p className={styles['unguarded']} role="note">
            <TriangleAlert size={14} aria-hidden />
            {t('lanes:start.unguarded', { name })}
          </p>
        )}
        <Choice
          label={t('lanes:start.effort')}
          values={capabilities.efforts}
          value={options.effort}
          onChange={(effort) => set({ effort })}
        />
        {sessions.length > 0 && (
          <div className={styles['row']}>
            <span id={`${id}-session`}>{t('lanes:start.session')}</span>
            <Select
              label={t('lanes:start.session')}
              value={session}
              options={[
                { value: '', label: t('lanes:start.newSession') },
                ...newestFirst(sessions).map((one) => sessionOption(one, lane)),
              ]}
              onChange={setSession}
            />
            {session !== '' && capabilities.fork && (
              <label className={classes(check['check'], styles['fork'])}>
                <input type="checkbox" checked={forks} onChange={() => setForks(!forks)} />
                {t('lanes:start.fork')}
              </label>
            )}
          </div>
        )}
        <ProxyChoice ofLane={lane.router_profile} value={proxy} onChange={setProxy} />
        <div className={styles['row']}>
          <span>{t('lanes:start.slot')}</span>
          <Select
            label={t('lanes:start.slot')}
            value={slot}
            options={[
              { value: 'auto', label: t('lanes:start.firstFree', { slot: first }) },
              ...free.map((one) => ({ value: String(one), label: String(one) })),
            ]}
            onChange={setSlot}
          />
        </div>
        <Environment tool={tool} name={name} />
        {start.error !== null && (
          <p role="alert" className="bad">
            {advice(start.error)}
          </p>
        )}
        <div className={styles['acts']}>
          <button type="submit" className={buttons['primary']} disabled={start.isPending}>
            {t('lanes:start.in', { slot: target })}
            <kbd>{t('keys.ctrl')} ⏎</kbd>
          </button>
          <button
            type="button"
            className={buttons['button']}
            disabled={start.isPending}
            onClick={() => start.mutate({ shell: true, ...place })}
          >
            {t('lanes:start.shell')}
          </button>
        </div>
      </div>
    </form>
  )
}

interface ProxyChoiceProps {
  /** The proxy of the lane, which an empty value means; null for none. */
  readonly ofLane: string | null
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Where the requests of the agent go. Absent while there is no proxy to choose. */
function ProxyChoice({ ofLane, value, onChange }: ProxyChoiceProps) {
  const t = useWords()
  const { data: proxies = [] } = useQuery(proxiesQuery)
  const others = proxies.filter(({ name }) => name !== ofLane)
  if (others.length === 0 && ofLane === null) return null
  return (
    <div className={styles['row']}>
      <span>{t('lanes:start.proxy')}</span>
      <Select
        label={t('lanes:start.proxy')}
        value={value}
        options={[
          { value: '', label: ofLane ?? t('lanes:start.noProxy') },
          ...(ofLane === null ? [] : [{ value: NATIVE, label: t('lanes:start.noProxy') }]),
          ...others.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  /** Empty if the tool has no such option: then nothing is shown. */
  readonly values: readonly string[]
  /** The value that an empty one means; by default the tool decides. */
  readonly standard?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** An option of a tool. Its values are the tool's own, so they are not translated. */
function Choice({ label, values, standard, value, onChange }: ChoiceProps) {
  const t = useWords()
  if (values.length === 0) return null
  return (
    <div className={styles['row']}>
      <span>{label}</span>
      <Select
        label={label}
        value={value}
        options={[
          { value: '', label: standard ?? t('lanes:start.default') },
          ...values.filter((one) => one !== standard).map((one) => ({ value: one, label: one })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}
