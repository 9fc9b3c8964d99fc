/** A clock that can be set forward, for apps that must believe that time has passed. */
export function aClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (ms: number) => void (ahead += ms),
  }
}
