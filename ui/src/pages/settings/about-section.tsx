import type { SettingsInfo } from '../../api/types.js'
import { bytes, duration, exactCount } from '../../format/format.js'

/** What runs here. */
export function AboutSection({ server }: { server: SettingsInfo['server'] }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Version', server.version],
    ['Running for', duration(server.uptime * 1000)],
    ['Node.js', server.node_version],
    ['Machine', `${server.platform} ${server.arch}, ${exactCount(server.cpus)} cores`],
    ['Memory in use', bytes(server.memory.rss)],
    ['Open pages', exactCount(server.ws_connections)],
  ]
  return (
    <section className="setting" id="about" aria-labelledby="about-title">
      <h2 id="about-title">About</h2>
      <dl className="facts num">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="says">
        <a href="/api/docs">The API of this service</a>
      </p>
    </section>
  )
}
