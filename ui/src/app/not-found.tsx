import { Link } from '@tanstack/react-router'

/** An address that leads nowhere leads on. */
export function NotFound() {
  return (
    <div className="note">
      <p>There is no such page.</p>
      <Link to="/" className="btn">
        Go to Now
      </Link>
    </div>
  )
}
