export function SessionPage() {
  return <div className="main" />
}
