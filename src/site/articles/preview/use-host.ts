import { useEffect, useState } from 'react'

/** The host of the site; known only in the browser. */
export function useHost() {
  const [host, setHost] = useState('…')
  useEffect(() => setHost(location.host), [])
  return host
}
