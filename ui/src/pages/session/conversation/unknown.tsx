/** Something of a kind that this release does not know: all of it, as JSON. */
export function Unknown({ kind, text }: { kind: string | undefined; text: string }) {
  return (
    <div className="unknown">
      {kind !== undefined && (
        <p className="faint">
          <span className="mono">{kind}</span>, shown as it was written
        </p>
      )}
      <pre tabIndex={0}>{text}</pre>
    </div>
  )
}
