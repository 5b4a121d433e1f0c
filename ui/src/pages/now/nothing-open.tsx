import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statsQuery } from '../../api/queries.js'
import { plural } from '../../format/format.js'
import { FirstSteps } from './first-steps.js'
import { Gauges } from './gauges.js'
import { HookLine } from './hook-line.js'
import { ImportLine } from '../../kit/import-line.js'

/** No session is open: either none ever was, or all is quiet. */
export function NothingOpen() {
  const { data } = useQuery(statsQuery)
  if (data === undefined) return <div className="main" aria-busy="true" />
  if (data.total_sessions === 0) return <FirstSteps />
  return (
    <div className="main">
      <header className="top">
        <h1>All quiet</h1>
        <Gauges />
      </header>
      <HookLine />
      <ImportLine />
      <div className="note">
        <p>No agent is at work and none waits. The next one appears here as soon as it starts.</p>
        <Link to="/sessions" className="btn">
          {plural(data.total_sessions, 'session')} in the history
        </Link>
      </div>
    </div>
  )
}
