import { useEffect, useState } from 'react'

/** Where the site is, once a browser has found it. */
export function useHost() {
  const [host, setHost] = useState('…')
  useEffect(() => setHost(location.host), [])
  return host
}
