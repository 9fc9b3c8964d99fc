/** The external services, which browsers call there. Null where this site is the service. URLs end with a slash. */
export type Services = {
  identity: { url: string; key: string } | null
  storage: string | null
  data: { url: string; project: string } | null
}

export const ownServices: Services = { identity: null, storage: null, data: null }
