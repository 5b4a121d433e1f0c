import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeys } from '../../app/keys.js'
import type { Provider, SessionStatus } from '../../api/types.js'
import { SearchField } from '../../kit/search-field.js'
import { Select } from '../../kit/select.js'
import { PROVIDERS, STATUSES, sessionsSearch, type SessionsSearch } from './search.js'

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
  // The key / leads here from every other page.
  const autoFocus = useLocation().hash === 'search'
  useKeys({ '/': () => input.current?.focus() })

  const filter = (change: { [K in keyof SessionsSearch]?: string | undefined }): void =>
    void navigate({ to: '/sessions', search: sessionsSearch({ ...search, ...change }), replace: true })

  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        ref={input}
        label="Search by name, directory or id"
        placeholder="Name, directory or id"
        hint="/"
        autoFocus={autoFocus}
        value={search.q}
        onChange={(q) => filter({ q })}
      />
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
