import { DisplayChoices } from '../../../app/display-choices.js'
import { Notifications } from './notifications.js'

/** How the dashboard looks and how it calls, in this browser. */
export function PreferencesSection() {
  return (
    <>
      <section className="setting" aria-labelledby="look-title">
        <h2 id="look-title">Display</h2>
        <p className="says">In this browser only. What the system asks for counts until you choose.</p>
        <DisplayChoices />
      </section>
      <Notifications />
    </>
  )
}
