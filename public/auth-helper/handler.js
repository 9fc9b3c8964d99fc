// The last page of a sign-in with another service: hands over what it brought back and is gone.
// The server has put that, and whom this page may go on to, into a block of JSON.
const block = JSON.parse(document.getElementById('bramble-auth-event').textContent)

if (block.authEvent.type.endsWith('ViaRedirect')) goBack(block)
else deliver(block)

/** In a window of its own: the helper frames of the page that opened it pass the news on. */
function deliver({ authEvent }) {
  const message = { bramble: 'deliver', authEvent }
  const opener = window.opener
  for (let i = 0; i < (opener?.length ?? 0); i += 1) {
    try {
      // A frame of another origin does not get it.
      opener[i].postMessage(message, location.origin)
    } catch {
      // That frame is gone; the next one may be ours.
      continue
    }
  }
  tell(message)
  setTimeout(() => {
    window.close()
    setTimeout(() => {
      document.body.textContent = 'You can close this window.'
    }, 300)
  }, 300)
}

/** The other service may have cut the tie to the window that opened this one. */
function tell(message) {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    new BroadcastChannel('bramble-auth').postMessage(message)
  } catch {
    // Then the opener is the only way.
    return
  }
}

/** In the same window: the news waits where the helper frame of the next page looks for it. */
function goBack({ authEvent, redirectUrl, origins }) {
  const target = redirectUrl ? new URL(redirectUrl) : null
  if (!target || (target.origin !== location.origin && !origins.includes(target.origin))) {
    document.body.textContent = 'This sign-in came from a page that may not use it. You can close this window.'
    return
  }
  keep(authEvent)
  location.replace(target)
}

function keep(authEvent) {
  try {
    sessionStorage.setItem('bramble-auth-event', JSON.stringify(authEvent))
  } catch {
    // Then the next page hears that there is no news, and the person can try again.
    return
  }
}
