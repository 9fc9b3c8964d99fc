export function sendsDoNotTrack() {
  return /1|yes/.test(navigator.doNotTrack ?? '')
}

export function sendsGlobalPrivacyControl() {
  return Reflect.get(navigator, 'globalPrivacyControl') === true
}

export function asksForPrivacy() {
  return sendsDoNotTrack() || sendsGlobalPrivacyControl()
}
