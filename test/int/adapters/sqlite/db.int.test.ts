import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { SqliteDb } from '../../../../src/adapters/sqlite/db.js'

let connection: Database.Database
let db: SqliteDb
beforeEach(() => {
  connection = new Database(':memory:')
  connection.exec('create table p_thing (a integer, b text, c blob)')
  db = new SqliteDb(connection)
  db.run('insert into p_thing values (?, ?, ?), (?, ?, ?)', 1, 'one', null, 2, 'two', new Uint8Array([7]))
})

it('rows are objects with the names of their columns, and the last of two with one name counts', () => {
  expect(db.all('select a, b as name from p_thing order by a')).toEqual([
    { a: 1, name: 'one' },
    { a: 2, name: 'two' },
  ])
  expect(db.get('select a, b as a, c from p_thing where a = 2')).toEqual({ a: 'two', c: Buffer.from([7]) })
  expect([db.get('select a from p_thing where a = 3'), db.all('select a from p_thing where a = 3')]).toEqual([
    undefined,
    [],
  ])
})

it('one statement can be read and run', () => {
  expect(db.run('update p_thing set b = ? where a = ?', 'uno', 1)).toBe(1)
  const sql = 'select b from p_thing where a = ?'
  expect([db.get(sql, 1), db.all(sql, 1)]).toEqual([{ b: 'uno' }, [{ b: 'uno' }]])
})

it('a star names the columns of a table that replaced another one', () => {
  const sql = 'select t.*, 1 as d from p_thing t where a = 1'
  expect(db.get(sql)).toEqual({ a: 1, b: 'one', c: null, d: 1 })
  connection.exec(`drop table p_thing; create table p_thing (c text, a integer, e text);
    insert into p_thing values ('sea', 1, 'new')`)
  // The end of each rebuild says which tables are still hidden.
  db.hide(new Set())
  expect([db.get(sql), db.all(sql)]).toEqual([{ c: 'sea', a: 1, e: 'new', d: 1 }, [{ c: 'sea', a: 1, e: 'new', d: 1 }]])
})
