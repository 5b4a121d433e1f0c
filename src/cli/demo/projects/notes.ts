import { projectOf } from '../project.js'

/** A note-taking app with offline sync in Go. */
export const notes = projectOf({
  cwd: '/home/ada/field-notes',
  commits: [
    'sync: retry with jitter after a 503',
    'store: add an index on updated_at',
    'importer: keep attachments of nested folders',
    'cmd: print the version with the commit',
    'sync: log the revision that was rejected',
  ],
  files: {
    'internal/importer/importer.go': `func (i *Importer) Import(ctx context.Context, path string) error {
	dir, err := os.MkdirTemp("", "import-")
	if err != nil {
		return fmt.Errorf("import %s: %w", path, err)
	}
	defer os.RemoveAll(dir)
	if err := unzip(path, dir); err != nil {
		return fmt.Errorf("import %s: %w", path, err)
	}
	return i.importDir(ctx, dir)
}`,
    'internal/store/store.go': `func (s *Store) Changed(ctx context.Context, since int64) ([]Note, error) {
	rows, err := s.db.QueryContext(ctx,
		"SELECT id, body, deleted, revision FROM notes WHERE revision > ? ORDER BY revision", since)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return scan(rows)
}`,
    'internal/sync/sync.go': `// merge returns the note that both devices store after a sync.
func merge(base, a, b Note) Note {
	if a == b {
		return a
	}
	return newest(a, b)
}`,
    'internal/sync/sync_test.go': `func TestSyncTwice(t *testing.T) {
	server := newServer(t)
	phone, laptop := newClient(t, server), newClient(t, server)
	phone.Write("one")
	laptop.Write("two")
	go server.Accept()
	time.Sleep(50 * time.Millisecond)
	if got := len(server.Notes()); got != 2 {
		t.Errorf("want 2 notes, got %d", got)
	}
}`,
  },
})
