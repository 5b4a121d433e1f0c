// A small shop. It has the port and the names of its lane from its environment.
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'

const { PORT_WEB, DB_NAME, REDIS_INDEX } = process.env

const query = (sql) =>
  new Promise((resolve, reject) =>
    execFile('psql', ['-d', DB_NAME, '-AtXc', sql], (error, out) => (error === null ? resolve(out) : reject(error))),
  )

const answer = async (response) => {
  try {
    const products = (await query('select name from product order by name')).split('\n').filter((name) => name !== '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ database: DB_NAME, redis: Number(REDIS_INDEX), products }))
  } catch (error) {
    console.error(error.message)
    response.writeHead(500).end()
  }
}

createServer((_, response) => void answer(response)).listen(Number(PORT_WEB), '127.0.0.1', () =>
  console.log(`the shop listens on ${PORT_WEB}`),
)
