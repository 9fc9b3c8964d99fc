/** A clock that tests can advance. */
export function aClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (ms: number) => void (ahead += ms),
  }
}

/** A clock that stands at noon in UTC until it is advanced, so that no day ends while a test runs. */
export function aClockAtNoon() {
  let at = new Date().setUTCHours(12, 0, 0, 0)
  return {
    now: () => new Date(at),
    pass: (ms: number) => void (at += ms),
  }
}
