import { serve, threadData } from '../../threads/serve.js'
import { discover, discoverAll } from '../files/discover.js'
import { EditReader } from '../pages/edits.js'
import { findWords } from '../pages/find.js'
import { markdownOf } from '../pages/markdown.js'
import { readImage, readLine, readPage } from '../pages/pages.js'
import { readCompanion } from '../parse/companion.js'
import { Extractor } from '../parse/extract.js'
import type { ParseData, ParseProtocol } from './messages.js'

const { archive } = threadData<ParseData>()
const extractor = new Extractor()
const edits = new EditReader(archive)

serve<ParseProtocol>({
  // Users may wait for a page of a conversation, but hooks come first.
  nice: 5,
  streams: { read: (job) => extractor.slices(job), markdown: (query) => markdownOf(archive, query) },
  asks: {
    list: discover,
    companions: (roots) => discoverAll(roots).companions,
    companion: readCompanion,
    page: (query) => readPage(archive, query),
    image: (query) => readImage(archive, query),
    line: (query) => readLine(archive, query),
    find: (query) => findWords(archive, query),
    edits: (query) => edits.index(query),
    hunks: (query) => edits.hunks(query),
  },
})
