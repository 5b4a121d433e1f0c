import { contentSecurityPolicy } from './security-policy.js'

/** The reference page: ReDoc for the API description, served entirely from here. */
export const REDOC_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Switchyard API reference</title><link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>body { margin: 0 }</style></head><body>
<redoc spec-url="/api/openapi.json" disable-google-font="true"></redoc>
<script src="/api/redoc/redoc.standalone.js"></script></body></html>`

// The page's search runs in a worker that the script creates from a blob.
export const REDOC_POLICY = contentSecurityPolicy('').replace("worker-src 'self'", "worker-src 'self' blob:")
