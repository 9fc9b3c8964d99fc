import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A query parameter that only the browser reads, so that all visitors share one cached page. Null on the server. */
export function useQueryValue(name: string) {
  const { search } = useLocation()
  const [value, setValue] = useState<string | null>(null)
  useEffect(() => setValue(new URLSearchParams(search).get(name)), [search, name])
  return value
}

/** Removes a parameter that was used, so that a reload does not use it again. The page is reloaded. */
export function useRemoveQueryValue(name: string) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return () => {
    const query = new URLSearchParams(search)
    if (!query.has(name)) return undefined
    query.delete(name)
    return navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true })
  }
}
