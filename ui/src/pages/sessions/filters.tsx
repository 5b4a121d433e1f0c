import { useLocation, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../app/keys.js'
import type { Provider, SessionStatus } from '../../api/types.js'
import { PROVIDERS, STATUSES, sessionsSearch, type SessionsSearch } from './search.js'

/** A pause in the typing this long sends the search. */
const PAUSE_MS = 180

const STATUS_WORDS: Readonly<Record<SessionStatus, string>> = {
  active: 'Open',
  completed: 'Done',
  error: 'Failed',
  abandoned: 'Abandoned',
}
const PROVIDER_WORDS: Readonly<Record<Provider, string>> = { claude: 'Claude Code', codex: 'Codex' }

/** Search and filters; what they are set to stands in the address. */
export function Filters({ search }: { search: SessionsSearch }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search.q ?? '')
  // The key / leads here from every other page.
  const autoFocus = useLocation().hash === 'search'
  useKeys({ '/': () => input.current?.focus() })

  const filter = (change: { [K in keyof SessionsSearch]?: string | undefined }): void =>
    void navigate({ to: '/sessions', search: sessionsSearch({ ...search, ...change }), replace: true })

  useEffect(() => {
    if (typed === (search.q ?? '')) return undefined
    const timer = setTimeout(() => filter({ q: typed || undefined }), PAUSE_MS)
    return () => clearTimeout(timer)
  })

  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label className="search">
        <Search size={14} aria-hidden />
        <span className="sr-only">Search by name, directory or id</span>
        <input
          ref={input}
          type="search"
          autoFocus={autoFocus}
          placeholder="Name, directory or id"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <kbd>/</kbd>
      </label>
      <Select
        label="Status"
        all="Any status"
        value={search.status}
        options={STATUSES.map((status) => [status, STATUS_WORDS[status]])}
        onChange={(status) => filter({ status })}
      />
      <Select
        label="Tool"
        all="Both tools"
        value={search.provider}
        options={PROVIDERS.map((provider) => [provider, PROVIDER_WORDS[provider]])}
        onChange={(provider) => filter({ provider })}
      />
    </form>
  )
}

interface SelectProps {
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (value: string | undefined) => void
}

function Select({ label, all, value, options, onChange }: SelectProps) {
  return (
    <select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{all}</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  )
}
