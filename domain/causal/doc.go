// Package causal orders events by what they name as their causes and by the numbers of
// their emitters.
//
// [New] makes an [Order] of [Node] values. A node is addressed by its index in the slice
// that was given. An order answers which nodes precede which, one question at a time
// ([Order.After], [Order.Before], [Order.Last], [Order.First]) or many at once
// ([Order.Relate]). Nodes in a cycle are concurrent.
//
// It never reads a clock, and never uses the order in which nodes were given to order them.
package causal
