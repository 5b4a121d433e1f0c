import { bytes, duration, exactCount } from '../../../format/format.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { useSettings } from '../use-settings.js'
import { Updates } from './updates.js'

/** What runs here, and whether there is something newer. */
export function AboutSection() {
  const { data, error } = useSettings()
  if (data === undefined) return error === null ? null : <FailureNote error={error} />
  const { server } = data
  const facts: readonly (readonly [string, string])[] = [
    ['Version', server.version],
    ['Running for', duration(server.uptime * 1000)],
    ['Node.js', server.node_version],
    ['Machine', `${server.platform} ${server.arch}, ${exactCount(server.cpus)} cores`],
    ['Memory in use', bytes(server.memory.rss)],
    ['Open pages', exactCount(server.ws_connections)],
  ]
  return (
    <section className="setting" aria-labelledby="about-title">
      <h2 id="about-title">About</h2>
      <dl className="facts num">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Updates />
      <p className="says">
        <a href="/api/docs">The API of this service</a>
      </p>
    </section>
  )
}
