import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/alerts')

/** What is being edited, as the address of the page says. */
export function useEditing() {
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    edit,
    open: (id: string) => void navigate({ search: (search) => ({ ...search, edit: id }) }),
    close: () => void navigate({ search: ({ edit: _edit, ...search }) => search, replace: true }),
  }
}
