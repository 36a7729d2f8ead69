const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Programs that open a terminal for a person: windows, and logins from elsewhere. */
export const TERMINALS = words(
  `sshd sshd-session dropbear login mosh-server getty agetty xrdp-sesman containerd-shim containerd-shim-runc-v2
  docker-init conmon gnome-terminal gnome-terminal-server kgx ptyxis ptyxis-agent konsole yakuake kitty alacritty
  wezterm wezterm-gui wezterm-mux-server foot footclient xterm uxterm urxvt urxvtd rxvt st terminator tilix guake
  tilda terminology xfce4-terminal mate-terminal lxterminal qterminal deepin-terminal ghostty warp warp-terminal
  rio contour hyper tabby code code-insiders codium cursor windsurf zed zed-editor Terminal iTerm2
  iTermServer-main Electron idea pycharm webstorm goland clion rider phpstorm rubymine`,
)

/** Programs that open terminals for whoever asks them, also from outside of any terminal. */
export const MULTIPLEXERS = words('tmux screen zellij dtach abduco')

/** Programs that take over processes whose parent ended, or start what was left with them for later. */
export const REAPERS = words('init systemd launchd runit s6-svscan cron crond fcron anacron atd')

/** Shells, which wait for a person's words when they are given no command. */
export const SHELLS = words('sh bash dash zsh fish ksh mksh tcsh csh nu elvish xonsh pwsh busybox')

/** Programs in which a person looks at a page; desktops start them from outside of any terminal. */
export const BROWSERS = words(
  `firefox firefox-bin firefox-esr librewolf waterfox floorp zen zen-bin palemoon chrome chromium chromium-browser
  thorium brave brave-browser msedge opera vivaldi vivaldi-bin epiphany WebKitNetworkProcess falkon konqueror
  qutebrowser midori Safari com.apple.WebKit.Networking`,
)

/** The same by their bundles, whose names have spaces, where a system tells the words of a call alone. */
export const BROWSER_BUNDLES = [
  'Safari',
  'Firefox',
  'Google Chrome',
  'Chromium',
  'Brave Browser',
  'Microsoft Edge',
  'Opera',
  'Vivaldi',
  'Arc',
  'Zen',
  'Orion',
  'LibreWolf',
].map((name) => `/${name}.app/`)
