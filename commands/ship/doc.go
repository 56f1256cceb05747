// Package shipping records how work reached a branch: what was intended, what permitted
// it, what was pushed, and what was seen of pushes that claw did not do.
//
//	[Look] ▶ Choose ▶ Prepare, Foresee or Push      a [Shipment], from a clone to a remote
//	[LookAtClone] ▶ Record                          a scan of what reached a branch without one
//
// Git is behind [Remote], [Clone] and [PastClone], the program that runs a use case behind
// [Ports] and [ScanPorts]. The package prints nothing and reads no flag, environment or clock.
package shipping
