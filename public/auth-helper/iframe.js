// The helper page, in a hidden frame of the page that signs somebody in: passes on what the handler page tells.
const EVENT_KEY = 'bramble-auth-event'
const { origins } = JSON.parse(document.getElementById('bramble-auth-frame').textContent)
const parentOrigin = knownParent()
const passedOn = new Set()

if (parentOrigin && parent !== window) {
  addEventListener('message', ({ source, origin, data }) => {
    if (data?.bramble === 'deliver' && origin === location.origin) passOn(data.authEvent)
    if (data?.bramble === 'listen' && source === parent && origin === parentOrigin) answer(data.eventId)
  })
  listenToChannel()
}

/** The page around this one, if it is one of those that may know. A pattern is not an origin. */
function knownParent() {
  try {
    const { origin } = new URL(document.referrer)
    return origin !== 'null' && origins.includes(origin) ? origin : null
  } catch {
    // It does not say who it is.
    return null
  }
}

function listenToChannel() {
  try {
    const channel = new BroadcastChannel('bramble-auth')
    channel.addEventListener('message', ({ data }) => {
      if (data?.bramble === 'deliver') passOn(data.authEvent)
    })
  } catch {
    // The window's own message is enough.
    return
  }
}

/** The same news may come two ways. */
function passOn(authEvent) {
  if (!authEvent || passedOn.has(authEvent.eventId)) return
  passedOn.add(authEvent.eventId)
  send(authEvent)
}

/** After a redirect: what waits is handed over once, or that nothing does. */
function answer(eventId) {
  const waiting = takeWaiting()
  const wanted = waiting && (!eventId || waiting.eventId === eventId)
  send(wanted ? waiting : noEvent(eventId ?? null))
}

function takeWaiting() {
  try {
    const waiting = JSON.parse(sessionStorage.getItem(EVENT_KEY))
    sessionStorage.removeItem(EVENT_KEY)
    return waiting
  } catch {
    // Storage is forbidden, so nothing waits there.
    return null
  }
}

function noEvent(eventId) {
  const error = { code: 'auth/no-auth-event', message: 'Nobody has come back from another service.' }
  return { type: 'unknown', eventId, urlResponse: null, sessionId: null, postBody: null, tenantId: null, error }
}

function send(authEvent) {
  parent.postMessage({ bramble: 'authEvent', authEvent }, parentOrigin)
}
