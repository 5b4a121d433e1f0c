import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.js'

/** Says on every page that what it shows is invented, and how to see one's own. */
export function DemoStrip() {
  const { data } = useQuery(settingsQuery)
  if (data?.server.demo !== true) return null
  return (
    <p className="strip-demo" role="note">
      <b>This is a demo.</b> Its agents are invented. To see your own, end it and run <code>npm start</code>.
    </p>
  )
}
