import { Link } from '@tanstack/react-router'

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
