/** A clock that tests can advance. */
export function aClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (ms: number) => void (ahead += ms),
  }
}
